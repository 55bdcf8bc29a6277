const dressings: readonly (readonly [RegExp, string])[] = [
  // Registries of packages put an owner before a name.
  [/^[a-z0-9][a-z0-9._-]*\/(?=[a-z0-9._-]+$)/, ''],
  // Data sets of SWE-bench Pro put this before an id, and the version of the environment behind it.
  [/^instance_/, ''],
  [/-v(?:[0-9a-f]{7,64}|nan)$/, ''],
  // Names of images cannot hold two underscores.
  [/_1776_/g, '__'],
  [/__/g, '-'],
];

/**
 * A task's name without what harnesses are known to put around it: an owner and a slash, `instance_`, `-v` and a
 * version, letter case, `__` for `-`. Two names that are the same without it are one task, as long as no other task has that name, too.
 */
export function bareName(name: string): string {
  return dressings.reduce((text, [form, instead]) => text.replace(form, instead), name.toLowerCase());
}
