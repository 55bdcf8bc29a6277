/** Members in both sets over members in either (Jaccard 1901); 1 for two empty sets. */
export function jaccard<Member>(a: ReadonlySet<Member>, b: ReadonlySet<Member>): number {
  let both = 0;
  for (const member of a) if (b.has(member)) both += 1;
  const either = a.size + b.size - both;
  return either === 0 ? 1 : both / either;
}
