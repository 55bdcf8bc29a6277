import { createHash, randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { fingerprint, fingerprintBytes, LongFingerprint } from './fingerprint.js';

// The examples of FIPS 180-4, and a million letters.
it.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('gives the published digest of %.10s…', (text, expected) => {
  expect(fingerprint(text)).toBe(expected);
});

it('gives the digests of another implementation at every length', () => {
  for (let length = 0; length < 300; length += 1) {
    const bytes = randomBytes(length);
    expect(fingerprintBytes(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  }
});

it('gives the same digest of a text in pieces, in UTF-8', () => {
  const text = 'Σ Größe 🌾 '.repeat(100);
  const long = new LongFingerprint();
  for (const letter of text) long.add(letter);
  const expected = createHash('sha256').update(text).digest('hex');
  expect([long.digest(), fingerprint(text)]).toEqual([expected, expected]);
});
