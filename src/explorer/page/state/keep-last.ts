/** Keeps the last result of some work, and does the work again only if one of its keys changes. */
export function keepLast<Result>(): (keys: readonly unknown[], work: () => Result) => Result {
  let last: { readonly keys: readonly unknown[]; readonly result: Result } | undefined;
  return (keys, work) => {
    if (last === undefined || keys.some((key, i) => key !== last?.keys[i])) last = { keys, result: work() };
    return last.result;
  };
}
