import { styleText } from 'node:util';

/** How text may look where it goes. */
export interface Terminal {
  /** Whether colours, and characters beyond ASCII, may be used. */
  readonly rich: boolean;
  bold(text: string): string;
  dim(text: string): string;
  accent(text: string): string;
  warning(text: string): string;
  danger(text: string): string;
}

/** Rich on a terminal that has colours, unless NO_COLOR is set; plain text everywhere else. */
export function terminalFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv = process.env): Terminal {
  const noColor = env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '';
  const rich = stream.isTTY === true && !noColor && env['TERM'] !== 'dumb' && stream.hasColors();
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) => (rich ? styleText(format, text) : text);
  return {
    rich,
    bold: style('bold'),
    dim: style('dim'),
    accent: style('cyan'),
    warning: style('yellow'),
    danger: style('red'),
  };
}
