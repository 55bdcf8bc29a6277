const form = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(\.\d+)?)?\s*(Z|[+-]\d\d:?\d\d)?$/;

/** Milliseconds from one time to another, as ISO 8601 writes them; undefined when one is missing or the second is earlier. */
export function timeBetween(start: unknown, end: unknown): number | undefined {
  const from = instant(start);
  const to = instant(end);
  return from === undefined || to === undefined || to < from ? undefined : Math.round(to - from);
}

/** Without a zone both are taken as UTC: the zone of this machine must not change a result. */
function instant(value: unknown): number | undefined {
  const parts = typeof value === 'string' ? form.exec(value.trim()) : null;
  if (parts === null) return undefined;
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const zone = parts[8] ?? 'Z';
  const offset =
    zone === 'Z' ? 0 : (zone.startsWith('-') ? -1 : 1) * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2)));
  return Date.UTC(year, month - 1, day, hour, minute, second) + Number(parts[7] ?? 0) * 1000 - offset * 60_000;
}
