import { styleText } from 'node:util';

/** How text may look where it goes. */
export interface Terminal {
  /** Whether colours, and characters beyond ASCII, may be used. */
  readonly rich: boolean;
  /** How many characters a line of prose may have: the terminal's width, at most 100. */
  readonly width: number;
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
    bold: style('bold'),
    dim: style('dim'),
    accent: style('cyan'),
    warning: style('yellow'),
    danger: style('red'),
  };
}

/** Prose in lines of at most so many characters, broken between words; a longer word has a line of its own. */
export function wrapText(text: string, width: number, indent = ''): string {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line !== indent && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line].join('\n');
}
