import { spawnSync } from 'node:child_process';

/** For tests: the commands in a page of Markdown, each as the words that a real shell makes of it. */
export function commandsIn(page: string): readonly (readonly string[])[] {
  return [...page.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, text]) => shellWords(text ?? ''));
}

/** For tests: what `sh` makes of a command, without running it. */
export function shellWords(command: string): readonly string[] {
  const { stdout, stderr, status } = spawnSync('sh', ['-eu', '-s'], {
    input: `printf '%s\\0' ${command}\n`,
    encoding: 'utf8',
    env: {
      MODEL: 'the-model',
      AGENT: 'the-agent',
      TASK: 'the-task',
      PATCHES: 'patches',
      PREDICTIONS: 'predictions',
      LLM_CONFIG: 'llm.json',
    },
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`sh: ${stderr}`);
  return stdout.split('\0').slice(0, -1);
}

/** For tests: the values of an option, given as `--name=value` or as `--name value …` up to the next option. */
export function optionValues(words: readonly string[], option: string): readonly string[] {
  return words.flatMap((word, i) => {
    if (word.startsWith(`${option}=`)) return [word.slice(option.length + 1)];
    if (word !== option) return [];
    const rest = words.slice(i + 1);
    const end = rest.findIndex((each) => each.startsWith('--'));
    return end === -1 ? rest : rest.slice(0, end);
  });
}
