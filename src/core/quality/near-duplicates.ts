import { at, groupBy } from '../lists/lists.js';

/** Texts with at least this Jaccard similarity of shingles count as near-duplicates. */
export const nearDuplicateSimilarity = 0.8;

/** A shingle is this many consecutive words. */
const shingleWords = 3;
/** A text with fewer remaining shingles is compared only for equality. */
const fewestShingles = 8;
/** A shingle in more than this share of texts, and in more than this number, belongs to a template and is ignored. */
const templateShare = 0.02;
const templateTasks = 10;
/** All shingles together take at most 240 MB. */
const mostShingles = 60_000_000;

// 20 bands of 4 hashes: texts with similarity 0.8 share a band with probability 0.99997, with 0.2 with probability
// 0.03.
const bands = 20;
const rows = 4;
/** In a large bucket, each text is compared only with this many earlier ones. Chains of pairs still form one group. */
const mostInBucket = 32;

interface DuplicateTask {
  readonly id: string;
  readonly of: string;
  /** Jaccard similarity of the shingles; 1 for the same words. */
  readonly similarity: number;
  readonly isSame: boolean;
}

/**
 * Finds near-duplicate texts: MinHash signatures of word shingles (Broder 1997), banded buckets (Leskovec, Rajaraman
 * and Ullman, Mining of Massive Datasets, ch. 3), then the exact similarity within buckets. Case, punctuation and
 * spaces do not count. The text added first is the one to keep.
 */
export class StatementComparer {
  readonly #ids: string[] = [];
  /** The start of each text's shingles. */
  readonly #starts: number[] = [0];
  /** The first text with these words, by hash. */
  readonly #byWords = new Map<string, number>();
  readonly #same: DuplicateTask[] = [];
  readonly #words = new WordHashes();
  #shingles = new Uint32Array(1 << 16);
  #used = 0;
  /** The number of each text's own shingles, without those of templates. */
  #sizes = new Uint32Array(0);
  /** The texts whose shingles are sorted and unique. */
  readonly #ordered = new Set<number>();
  #short = 0;
  #beyond = 0;

  add(id: string, text: string): void {
    const count = this.#words.read(text);
    const first = this.#byWords.get(this.#words.key);
    if (first !== undefined) {
      this.#same.push({ id, of: at(this.#ids, first), similarity: 1, isSame: true });
      return;
    }
    this.#byWords.set(this.#words.key, this.#ids.length);
    this.#ids.push(id);
    if (count < fewestShingles + shingleWords - 1) this.#short += 1;
    else if (this.#used + count > mostShingles) this.#beyond += 1;
    else this.#addShingles(count);
    this.#starts.push(this.#used);
  }

  /** Groups of duplicates, each with the text to keep, and counts of the texts by how they were compared. */
  findings() {
    const templated = this.#removeTemplates();
    const found = groupsOf(this.#ids.length);
    const near = new Map<number, { readonly of: number; readonly similarity: number }>();
    for (const { first, second, similarity } of this.#nearPairs()) {
      if (found.join(first, second)) near.set(second, { of: first, similarity });
    }
    const alike = this.#ids.flatMap((id, index): (DuplicateTask & { readonly root: number })[] => {
      const root = found.root(index);
      if (root === index) return [];
      // The root of a group is its first text, but a member may have joined through a later one.
      const of = near.get(index)?.of ?? root;
      const similarity = near.get(index)?.similarity ?? this.#similarity(root, index);
      return [{ root, id, of: at(this.#ids, of), similarity, isSame: false }];
    });
    const indexOf = new Map(this.#ids.map((id, index) => [id, index]));
    const same = this.#same.map((each) => ({ ...each, root: found.root(indexOf.get(each.of) ?? 0) }));
    const groups = [...groupBy([...alike, ...same], ({ root }) => root)].sort(([a], [b]) => a - b);
    return {
      compared: this.#ids.length - this.#short - this.#beyond - templated,
      short: this.#short,
      templated,
      beyond: this.#beyond,
      groups: groups.map(([kept, others]) => ({
        kept: at(this.#ids, kept),
        others: others.map(({ root: _, ...task }) => task),
      })),
    };
  }

  #addShingles(count: number): void {
    while (this.#used + count > this.#shingles.length) this.#shingles = doubled(this.#shingles);
    this.#used += this.#words.shingles(count, shingleWords, this.#shingles, this.#used);
  }

  /** Removes template shingles, which many texts share, and returns the number of texts with few others. */
  #removeTemplates(): number {
    const shingles = this.#shingles;
    const total = this.#ids.length;
    const most = Math.max(templateTasks, Math.floor(total * templateShare));
    const bits = Math.min(22, Math.max(16, Math.ceil(Math.log2(this.#used + 1)) + 1));
    const counts = new Uint32Array(2 ** bits);
    // The text in which a shingle was last seen, so that repeats within a text count once.
    const met = new Uint32Array(2 ** bits);
    const shift = 32 - bits;
    for (let text = 0; text < total; text++) {
      const end = at(this.#starts, text + 1);
      for (let i = at(this.#starts, text); i < end; i++) {
        const bin = (shingles[i] as number) >>> shift;
        if (met[bin] === text + 1) continue;
        met[bin] = text + 1;
        counts[bin] = (counts[bin] as number) + 1;
      }
    }
    this.#sizes = new Uint32Array(total);
    let templated = 0;
    for (let text = 0; text < total; text++) {
      const [from, to] = [at(this.#starts, text), at(this.#starts, text + 1)];
      let end = from;
      for (let i = from; i < to; i++) {
        const shingle = shingles[i] as number;
        if ((counts[shingle >>> shift] as number) > most) continue;
        shingles[end] = shingle;
        end += 1;
      }
      const isOwn = end - from >= fewestShingles;
      if (to > from && !isOwn) templated += 1;
      this.#sizes[text] = isOwn ? end - from : 0;
    }
    return templated;
  }

  #nearPairs() {
    const total = this.#ids.length;
    const signatures = this.#signatures();
    const next = new Int32Array(total);
    const tried = new Set<number>();
    const pairs: { readonly first: number; readonly second: number; readonly similarity: number }[] = [];
    // The last text in each bucket; `next` links to earlier ones.
    const lasts = new Map<number, number>();
    for (let band = 0; band < bands; band++) {
      lasts.clear();
      for (let text = 0; text < total; text++) {
        if (this.#sizes[text] === 0) continue;
        const key = bandKey(signatures, text * bands * rows + band * rows);
        const before = lasts.get(key) ?? -1;
        next[text] = before;
        lasts.set(key, text);
        for (let other = before, met = 0; other >= 0 && met < mostInBucket; other = next[other] ?? -1, met++) {
          const pair = other * total + text;
          if (tried.has(pair)) continue;
          tried.add(pair);
          const similarity = this.#similarity(other, text);
          if (similarity >= nearDuplicateSimilarity) pairs.push({ first: other, second: text, similarity });
        }
      }
    }
    return pairs.sort((a, b) => b.similarity - a.similarity || a.first - b.first || a.second - b.second);
  }

  /** One-permutation hashing: each text's minimum in each bin (Li, Owen and Zhang 2012; Shrivastava 2017). */
  #signatures(): Uint32Array {
    const width = bands * rows;
    const signatures = new Uint32Array(this.#ids.length * width).fill(emptyBin);
    for (let text = 0; text < this.#ids.length; text++) {
      const base = text * width;
      const shingles = this.#shinglesOf(text);
      if (shingles.length === 0) continue;
      for (const shingle of shingles) {
        const mixed = mix(shingle);
        const place = base + Math.floor((mixed / 2 ** 32) * width);
        const value = Math.imul(mixed, 0x9e3779b1) >>> 0;
        if (value < (signatures[place] as number)) signatures[place] = value;
      }
      const own = signatures.slice(base, base + width);
      for (let bin = 0; bin < width; bin++) {
        for (let tries = 1; signatures[base + bin] === emptyBin; tries++) {
          const other = mix(bin * 1009 + tries) % width;
          signatures[base + bin] = own[other] as number;
        }
      }
    }
    return signatures;
  }

  #shinglesOf(text: number): Uint32Array {
    const from = at(this.#starts, text);
    return this.#shingles.subarray(from, from + (this.#sizes[text] as number));
  }

  /** A text's shingles, sorted and deduplicated on the first call. */
  #inOrder(text: number): Uint32Array {
    const own = this.#shinglesOf(text);
    if (this.#ordered.has(text)) return own;
    this.#ordered.add(text);
    let end = 0;
    for (const shingle of own.sort()) {
      if (end > 0 && own[end - 1] === shingle) continue;
      own[end] = shingle;
      end += 1;
    }
    this.#sizes[text] = end;
    return own.subarray(0, end);
  }

  /** Jaccard similarity. */
  #similarity(first: number, second: number): number {
    const [a, b] = [this.#inOrder(first), this.#inOrder(second)];
    let [i, j, both] = [0, 0, 0];
    while (i < a.length && j < b.length) {
      const [x, y] = [a[i] as number, b[j] as number];
      if (x === y) both += 1;
      if (x <= y) i += 1;
      if (y <= x) j += 1;
    }
    const either = a.length + b.length - both;
    return either === 0 ? 0 : both / either;
  }
}

const emptyBin = 0xffffffff;

/** The finaliser of MurmurHash3 (Austin Appleby, public domain). */
function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Combines four hashes into 32 bits. The exact similarity later separates texts that collide. */
function bandKey(signatures: Uint32Array, from: number): number {
  let key = 0x9e3779b9;
  for (let k = from; k < from + rows; k++) key = mix(key ^ (signatures[k] as number));
  return key;
}

function doubled(numbers: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** A union-find structure whose roots are the first members. `join` returns whether the two were separate before. */
function groupsOf(size: number) {
  const parents = Int32Array.from({ length: size }, (_, i) => i);
  const root = (of: number): number => {
    let each = of;
    // Halving the path on the way keeps it short.
    for (; parents[each] !== each; each = parents[each] as number) {
      parents[each] = parents[parents[each] as number] as number;
    }
    return each;
  };
  const join = (a: number, b: number): boolean => {
    const [first, second] = [root(a), root(b)];
    parents[Math.max(first, second)] = Math.min(first, second);
    return first !== second;
  };
  return { root, join };
}

/** Hashes the words of a text in one pass, without allocating strings. */
class WordHashes {
  #hashes = new Uint32Array(1024);
  /** Identifies a text's words: 64 hash bits and the number of words. */
  key = '';

  /** Reads a text and returns its number of words. Ignores ASCII case. */
  read(text: string): number {
    let [count, word, all, more] = [0, firstHash, firstHash, 0x9747b28c];
    for (let i = 0; i <= text.length; i++) {
      const code = i < text.length ? text.charCodeAt(i) : 32;
      const folded = code >= 65 && code <= 90 ? code | 32 : code;
      const isLetter = (folded >= 97 && folded <= 122) || folded === 95 || folded > 127;
      if (isLetter || (folded >= 48 && folded <= 57)) {
        word = Math.imul(word ^ folded, 0x01000193);
        more = Math.imul(more ^ folded, 0x5bd1e995) ^ (more >>> 15);
      } else if (word !== firstHash) {
        if (count === this.#hashes.length) this.#hashes = doubled(this.#hashes);
        this.#hashes[count] = word;
        all = Math.imul(all ^ word, 0x01000193);
        more = Math.imul(more ^ 32, 0x5bd1e995);
        count += 1;
        word = firstHash;
      }
    }
    // A text without words is identified by its exact characters.
    this.key = count === 0 ? `=${text.trim()}` : `${all >>> 0}-${more >>> 0}-${count}`;
    return count;
  }

  /** Writes the hash of every run of `width` words to `to`, and returns their number. */
  shingles(count: number, width: number, to: Uint32Array, from: number): number {
    for (let i = 0; i + width <= count; i++) {
      let hash = 0x85ebca6b;
      for (let k = 0; k < width; k++) {
        hash = Math.imul(hash ^ (this.#hashes[i + k] ?? 0), 0xcc9e2d51);
        hash ^= hash >>> 15;
      }
      hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
      to[from + i] = hash ^ (hash >>> 16);
    }
    return count - width + 1;
  }
}

const firstHash = 0x811c9dc5;
