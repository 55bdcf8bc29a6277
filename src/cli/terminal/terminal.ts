import { styleText } from 'node:util';

export interface Terminal {
  /** Whether colours, and characters beyond ASCII, may be used. */
  readonly rich: boolean;
  /** The longest line of prose: the width of the terminal, at most 100. */
  readonly width: number;
  /** The longest line of anything else that may be wrapped; unlimited if the output is not a terminal. */
  readonly lineWidth: number;
  bold(text: string): string;
  dim(text: string): string;
  accent(text: string): string;
  warning(text: string): string;
  danger(text: string): string;
}

const mostWidth = 100;
const leastWidth = 40;

/** Rich on a terminal that has colours, unless NO_COLOR is set; plain text everywhere else. */
export function terminalFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Terminal {
  const noColor = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  const rich = stream.isTTY === true && !noColor && env['TERM'] !== 'dumb' && stream.hasColors();
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) => (rich ? styleText(format, text) : text);
  return {
    rich,
    width: Math.min(mostWidth, Math.max(leastWidth, stream.columns ?? mostWidth)),
    lineWidth: stream.isTTY === true ? Math.max(leastWidth, stream.columns ?? mostWidth) : Number.POSITIVE_INFINITY,
    bold: style('bold'),
    dim: style('dim'),
    accent: style('cyan'),
    warning: style('yellow'),
    danger: style('red'),
  };
}

/** Wraps text between words; a word longer than the width gets its own line. Lines after the first start with `hanging`. */
export function wrapText(text: string, width: number, indent = '', hanging = indent): string {
  const lines: string[] = [];
  let line = indent;
  let start = indent;
  for (const word of text.split(' ')) {
    if (line !== start && line.length + 1 + word.length > width) {
      lines.push(line);
      line = hanging;
      start = hanging;
    }
    line += line === start ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
