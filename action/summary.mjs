// Prints the results section of a job summary: node summary.mjs CODE FILE, where FILE has the output of `winnow estimate`
// or `winnow next` and CODE is its exit code.
import { readFileSync } from 'node:fs';

const [code, file] = process.argv.slice(2);
const isLook = process.env.LOOK === 'true';
const text = readFileSync(file, 'utf8').trimEnd();
const verdicts = {
  0: isLook ? lookVerdict() : process.env.REQUIRE ? 'All requirements hold.' : undefined,
  1: isLook
    ? 'Stop: the requirement is not met, or could not be decided.'
    : 'A requirement does not hold, or the results do not prove it.',
  2: 'The results could not be read.',
};
const verdict = code in verdicts ? verdicts[code] : 'Winnow failed.';
// Indented, so that no name in the results can end the block or become a link or an image.
const block = text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => `    ${line}`);
console.log(['## Results', '', ...(verdict === undefined ? [] : [`**${verdict}**`, '']), ...block, ''].join('\n'));

/** A look says itself whether to stop; the sentence is below, where names cannot do harm. */
function lookVerdict() {
  if (/^Stop\./m.test(text)) return 'Stop: there is a verdict.';
  return /^Continue\./m.test(text) ? 'Continue: run the next tasks.' : undefined;
}
