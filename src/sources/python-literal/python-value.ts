/**
 * What a Python literal reads to. A list is an array, a tuple a frozen array, a dict a Map, bytes a Uint8Array;
 * an int beyond the safe integers is a bigint, every other number a number.
 */
export type PythonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly PythonValue[]
  | ReadonlyMap<PythonValue, PythonValue>
  | ReadonlySet<PythonValue>;
