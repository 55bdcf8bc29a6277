import type { Warning } from '../model/fault.js';
import { dividingFields } from '../model/fields-looked-at.js';
import type { BenchmarkSelection } from '../model/selection.js';
import { fieldValue } from '../model/task.js';
import { alikeLabels } from '../text/alike-labels.js';
import { joinWords } from '../text/join-words.js';
import { visibleText } from '../text/visible-text.js';

const mostShown = 4;

/** Labels that the plan tells apart, and that differ only in letter case or in spaces at their ends: most often one label. */
export function alikeLabelWarnings({ plan, tasks, census }: BenchmarkSelection): Warning[] {
  const { phase } = plan;
  // An id is checked by whoever checks the pool.
  return dividingFields(plan).flatMap((field) => {
    if (field === 'id') return [];
    const labels = census?.values.get(field) ?? labelsOf(tasks, field);
    // Spellings that the plan itself gives one phase are united there.
    const isPhaseAlone = dividingFields({ ...plan, phase: { ...phase, by: undefined } }).every(
      (each) => each !== field,
    );
    const phaseOf = (label: string) => phase.values.get(label) ?? phase.otherwise;
    const groups = alikeLabels(labels).filter((group) => !isPhaseAlone || new Set(group.map(phaseOf)).size > 1);
    if (groups.length === 0) return [];
    const shown = groups
      .slice(0, mostShown)
      .map((group) => joinWords(group.map((label) => `"${visibleText(label, 60)}"`)));
    const more = groups.length > mostShown ? `; and ${groups.length - mostShown} more` : '';
    const [[to = '', from = ''] = []] = groups;
    const correction = `correct: { ${field}: { by: ${field}, values: { ${JSON.stringify(from)}: ${JSON.stringify(to)} } } }`;
    return [
      {
        code: 'alike-labels',
        message: `${plan.name}: ${field} has labels that differ only in letter case or in spaces at the ends, and count as different: ${shown.join('; ')}${more}. To unite them: ${visibleText(correction, 200)}.`,
        benchmark: plan.name,
        count: groups.reduce((sum, group) => sum + group.length, 0),
        brief: `labels of ${field} that differ only in letter case: ${shown[0]}`,
      },
    ];
  });
}

function labelsOf(tasks: BenchmarkSelection['tasks'], field: string): ReadonlySet<string> {
  const labels = new Set<string>();
  for (const task of tasks) {
    const value = fieldValue(task, field);
    if (typeof value === 'string') labels.add(value);
  }
  return labels;
}
