const emptySlots = 1024;

/** A set of 53-bit hashes of texts, eight bytes a slot: a million texts take sixteen to thirty megabytes. */
export class HashSet {
  #slots = new Float64Array(emptySlots);
  #size = 0;

  /** Adds a text and tells whether it was there before. */
  add(text: string): boolean {
    if (this.#size * 2 > this.#slots.length) this.#grow();
    const hash = hashOf(text);
    const slot = slotOf(hash, this.#slots);
    if (this.#slots[slot] === hash) return true;
    this.#slots[slot] = hash;
    this.#size += 1;
    return false;
  }

  has(text: string): boolean {
    const hash = hashOf(text);
    return this.#slots[slotOf(hash, this.#slots)] === hash;
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2);
    for (const hash of this.#slots) if (hash !== 0) larger[slotOf(hash, larger)] = hash;
    this.#slots = larger;
  }
}

/** The slot that holds the hash, or the empty one where it belongs; the length is a power of two and never full. */
function slotOf(hash: number, slots: Float64Array): number {
  const mask = slots.length - 1;
  let slot = hash & mask;
  while (slots[slot] !== 0 && slots[slot] !== hash) slot = (slot + 1) & mask;
  return slot;
}

/** cyrb53: two multiplicative hashes side by side; zero, which marks an empty slot, becomes one. */
function hashOf(text: string): number {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return 4294967296 * (2097151 & b) + (a >>> 0) || 1;
}
