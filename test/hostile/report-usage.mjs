// Loaded before the command line: writes peak memory in bytes and processor time in seconds to the file that USAGE_FILE names.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const status = '/proc/self/status';

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  // On Linux `maxRSS` includes the peak of the process that started this one, which may have run large tests before.
  const [, peakKb = maxRSS] = existsSync(status)
    ? (/^VmHWM:\s*(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [])
    : [];
  writeFileSync(process.env.USAGE_FILE, `${Number(peakKb) * 1024} ${(userCPUTime + systemCPUTime) / 1e6}`);
});
