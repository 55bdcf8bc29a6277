import type { Ports } from '../../operations/declare/operation.js';
import { printError } from './print.js';
import { progressBar, withTicker } from './progress.js';

/** The ports of the command line: progress and notes go to standard error, Ctrl+C stops queries. */
export const terminalPorts: Ports = {
  environment: process.env,
  working: withTicker,
  reading: async (work) => {
    const bar = progressBar(process.stderr);
    return work(bar.update).finally(bar.end);
  },
  stoppable: async (work) => {
    const controller = new AbortController();
    const stop = () => controller.abort();
    process.once('SIGINT', stop);
    try {
      return await work(controller.signal);
    } catch (error) {
      if (controller.signal.aborted) {
        process.off('SIGINT', stop);
        process.kill(process.pid, 'SIGINT');
      }
      throw error;
    } finally {
      process.off('SIGINT', stop);
    }
  },
  note: (message) => printError(`note: ${message}\n`),
  today: () => {
    const now = new Date();
    return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-');
  },
};
