/** The name of the container image that SWE-bench's harness and agents make of an id: lower case, without double underscores. */
export function sweImage(id: string): string {
  return `swebench/sweb.eval.x86_64.${id.replaceAll('__', '_1776_')}:latest`.toLowerCase();
}
