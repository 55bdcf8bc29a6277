import type { QualityInspection } from '../core/contracts/inspect-document.js';
import { auditChecks } from '../core/quality/audit-checks.js';
import { nearDuplicateSimilarity, StatementComparer } from '../core/quality/near-duplicates.js';
import { roundTo, visibleText } from '../core/text/words.js';
import type { FoundTask } from '../sources/found.js';

const mostListed = 1000;

/** Compares the texts of tasks with each other, and counts what a look at their files found. */
export class QualityTally {
  readonly #texts = new StatementComparer();
  readonly #findings = new Map<string, { tasks: number; examples: { id: string; evidence: string }[] }>();
  #audited = 0;
  #without = 0;

  add({ facts: { id, statement, findings } }: FoundTask): void {
    if (statement === undefined) this.#without += 1;
    else this.#texts.add(id, statement);
    if (findings === undefined) return;
    this.#audited += 1;
    for (const check of new Set(findings.map((each) => each.check))) {
      const tally = this.#findings.get(check) ?? { tasks: 0, examples: [] };
      this.#findings.set(check, tally);
      tally.tasks += 1;
      for (const { evidence } of findings.filter((each) => each.check === check))
        if (tally.examples.length < mostListed) tally.examples.push({ id: visibleText(id, 200), evidence });
    }
  }

  result(): QualityInspection {
    const { groups, ...counts } = this.#texts.findings();
    const repeated = groups.flatMap(({ others }) => others);
    return {
      statements: {
        ...counts,
        without: this.#without,
        similarity: nearDuplicateSimilarity,
        same: repeated.filter(({ isSame }) => isSame).length,
        near: repeated.filter(({ isSame }) => !isSame).length,
        pairs: repeated.slice(0, mostListed).map(({ id, of, similarity, isSame }) => ({
          task: visibleText(id, 200),
          repeats: visibleText(of, 200),
          similarity: roundTo(similarity, 3),
          same: isSame,
        })),
      },
      audited: this.#audited,
      findings: auditChecks.flatMap(({ name, words, reason }) => {
        const found = this.#findings.get(name);
        return found === undefined ? [] : [{ check: name, words, reason, ...found }];
      }),
    };
  }
}
