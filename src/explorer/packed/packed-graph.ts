/**
 * Any plain values as one flat list: each node is a value, or refers to others by their places. What is shared stays shared.
 * What is too large or cannot be copied is handed to whoever packs: a `Marker` stands for it.
 */
export interface PackedGraph {
  readonly nodes: readonly PackedNode[];
}

type PackedNode =
  | string
  | number
  | boolean
  | null
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'object'; readonly keys: readonly string[]; readonly values: readonly number[] }
  | { readonly kind: 'list' | 'set' | 'map'; readonly values: readonly number[] }
  | { readonly kind: 'marker'; readonly marker: unknown };

/** What stands for a value that is not packed itself; undefined: it is packed like any other. */
export type MarkerOf = (value: object | (() => unknown), path: readonly string[]) => unknown;

/** The place of what is undefined, which is no node. */
const nothing = -1;

/** Packs a value and all that it holds. */
export function packGraph(root: object, markerOf: MarkerOf): PackedGraph {
  const nodes: PackedNode[] = [];
  const places = new Map<unknown, number>();
  const add = (value: unknown, path: readonly string[]): number => {
    if (value === undefined) return nothing;
    const known = places.get(value);
    if (known !== undefined) return known;
    const at = nodes.push(null) - 1;
    places.set(value, at);
    nodes[at] = nodeOf(value, path);
    return at;
  };
  const nodeOf = (value: unknown, path: readonly string[]): PackedNode => {
    if (typeof value === 'number') {
      return Number.isFinite(value) && !Object.is(value, -0) ? value : { kind: 'number', text: numberText(value) };
    }
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'object' || typeof value === 'function') {
      const marker = markerOf(value as object, path);
      if (marker !== undefined) return { kind: 'marker', marker };
    }
    if (Array.isArray(value)) return { kind: 'list', values: value.map((each, i) => add(each, [...path, String(i)])) };
    if (value instanceof Set) return { kind: 'set', values: [...value].map((each) => add(each, path)) };
    if (value instanceof Map) {
      const entries = [...value].flatMap(([key, each]) => [add(key, path), add(each, [...path, String(key)])]);
      return { kind: 'map', values: entries };
    }
    if (typeof value !== 'object') throw new TypeError(`A ${typeof value} at ${path.join('.')} cannot be packed.`);
    const entries = Object.entries(value as object);
    return {
      kind: 'object',
      keys: entries.map(([key]) => key),
      values: entries.map(([key, each]) => add(each, [...path, key])),
    };
  };
  add(root, []);
  return { nodes };
}

/** What a marker stands for: the value itself, or one that is made when it is first asked for. */
export type Restored = { readonly value: unknown } | { readonly later: () => unknown };

/** The value that was packed. A property that is restored later is worked out when it is first read. */
export function unpackGraph({ nodes }: PackedGraph, restore: (marker: unknown) => Restored): unknown {
  const made = new Map<number, unknown>();
  const valueAt = (at: number): unknown => {
    if (at === nothing) return undefined;
    const node = nodes[at];
    if (typeof node !== 'object' || node === null) return node;
    if (made.has(at)) return made.get(at);
    const value = madeOf(node, at);
    made.set(at, value);
    return value;
  };
  const markers = new Map<number, Restored>();
  const restored = (at: number): Restored | undefined => {
    const node = nodes[at];
    if (typeof node !== 'object' || node === null || node.kind !== 'marker') return undefined;
    const known = markers.get(at) ?? restore(node.marker);
    markers.set(at, known);
    return known;
  };
  const madeOf = (node: Extract<PackedNode, object>, at: number): unknown => {
    switch (node.kind) {
      case 'number':
        return Number(node.text);
      case 'marker': {
        const found = restored(at) ?? { value: undefined };
        return 'later' in found ? found.later() : found.value;
      }
      case 'object': {
        const object: Record<string, unknown> = {};
        made.set(at, object);
        for (const [i, key] of node.keys.entries()) setProperty(object, key, node.values[i] ?? nothing);
        return object;
      }
      case 'list': {
        const list: unknown[] = [];
        made.set(at, list);
        for (const each of node.values) list.push(valueAt(each));
        return list;
      }
      case 'set':
        return new Set(node.values.map(valueAt));
      case 'map':
        return new Map(
          Array.from({ length: node.values.length / 2 }, (_, i) => [
            valueAt(node.values[2 * i] ?? nothing),
            valueAt(node.values[2 * i + 1] ?? nothing),
          ]),
        );
    }
  };
  const setProperty = (object: Record<string, unknown>, key: string, at: number) => {
    const found = restored(at);
    if (found === undefined || !('later' in found)) setOwn(object, key, valueAt(at));
    else {
      const get = () => {
        const value = made.has(at) ? made.get(at) : found.later();
        made.set(at, value);
        setOwn(object, key, value);
        return value;
      };
      Object.defineProperty(object, key, { get, enumerable: true, configurable: true });
    }
  };
  return valueAt(0);
}

/** A name from a plan may be "__proto__": it is a property like any other. */
function setOwn(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}
