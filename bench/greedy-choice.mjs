// What a careful script does instead of an optimisation: floors first, the label with the fewest tasks to spare before all
// others, then the best of what is left. It never breaks a ceiling. It fills floors with the best tasks and, on a second try,
// with those that meet the most floors at once; the better of the tries that keep every rule counts.

/**
 * @param pool tasks with `id`, `score` and whatever `labelOf` reads
 * @param floors `{ field, least }`: at least so many of each label, or all that it has
 * @param ceiling `{ field, most }`: at most so many of each label; `most` gives the number for a label
 * @returns the chosen tasks, and the labels whose floor could not be met
 */
export function greedyChoice(pool, rules) {
  const scoreOf = ({ chosen }) => chosen.reduce((sum, { score }) => sum + score, 0);
  return [false, true]
    .map((coversFirst) => greedyTry(pool, rules, coversFirst))
    .sort((a, b) => a.short.length - b.short.length || scoreOf(b) - scoreOf(a))[0];
}

function greedyTry(pool, { take, floors, ceiling, labelOf }, coversFirst) {
  const order = [...pool].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const chosen = new Set();
  const count = (field, label, tasks) => {
    let sum = 0;
    for (const task of tasks) if (labelOf(task, field) === label) sum += 1;
    return sum;
  };
  const wanted = floors.flatMap(({ field, least }) =>
    [...new Set(order.map((task) => labelOf(task, field)))].map((label) => ({
      field,
      label,
      least: Math.min(least, count(field, label, order)),
    })),
  );
  const isOpen = (task) => {
    if (chosen.has(task)) return false;
    const label = labelOf(task, ceiling.field);
    return count(ceiling.field, label, chosen) < ceiling.most(label);
  };
  const unmet = new Set();
  while (chosen.size < take) {
    const open = order.filter(isOpen);
    const lacking = wanted
      .filter((want) => !unmet.has(want) && count(want.field, want.label, chosen) < want.least)
      .map((want) => ({
        want,
        spare: count(want.field, want.label, open) - want.least + count(want.field, want.label, chosen),
      }))
      .sort((a, b) => a.spare - b.spare || (a.want.label < b.want.label ? -1 : 1));
    const [rarest] = lacking;
    const meets = (task) =>
      (coversFirst ? lacking : []).filter(({ want }) => labelOf(task, want.field) === want.label).length;
    const fitting = open.filter(
      (task) => rarest === undefined || labelOf(task, rarest.want.field) === rarest.want.label,
    );
    const most = Math.max(0, ...fitting.map(meets));
    const next = fitting.find((task) => meets(task) === most);
    if (next !== undefined) chosen.add(next);
    else if (rarest === undefined) break;
    else unmet.add(rarest.want);
  }
  const short = wanted.filter(({ field, label, least }) => count(field, label, chosen) < least);
  return { chosen: [...chosen], short: short.map(({ label }) => label) };
}
