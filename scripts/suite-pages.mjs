export function writePages() {}
