/** More tasks than these are not read into memory: a database may count them, and all else would end for want of it. */
export const mostInMemory = 2_000_000;
