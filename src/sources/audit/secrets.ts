/** A text that looks like a secret, without the secret itself. */
export interface SecretFound {
  readonly kind: string;
  readonly line: number;
  /** Its first characters and its length. */
  readonly shown: string;
}

/** Tokens with a recognisable form; each matches the token. */
const kinds: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  { kind: 'an AWS access key', pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/ },
  { kind: 'a GitHub token', pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,}|github_pat_[A-Za-z0-9_]{60,})\b/ },
  { kind: 'an Anthropic key', pattern: /\bsk-ant-[A-Za-z0-9_-]{40,}/ },
  {
    kind: 'an OpenAI key',
    pattern: /\bsk-(?:proj-)?[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b|\bsk-proj-[A-Za-z0-9_-]{60,}/,
  },
  { kind: 'a Google API key', pattern: /\bAIza[0-9A-Za-z_-]{35}\b/ },
  { kind: 'a Slack token', pattern: /\bxox[abprs]-[0-9]{8,}-[0-9A-Za-z-]{16,}/ },
  { kind: 'a Hugging Face token', pattern: /\bhf_[A-Za-z]{34}\b/ },
  { kind: 'a Stripe key', pattern: /\b[sr]k_live_[0-9A-Za-z]{24,}\b/ },
  { kind: 'a private key', pattern: /-----BEGIN (?:RSA |EC |DSA |OPENSSH |PGP )?PRIVATE KEY(?: BLOCK)?-----/ },
];

/** Marks of example secrets in documentation. */
const isPlaceholder = /example|placeholder|dummy|fake|your[_-]|xxxx|0{8}|1234567890/i;

/** Texts that look like secrets, in the order of their lines. The secrets themselves are not returned. */
export function secretsIn(text: string): readonly SecretFound[] {
  if (!/AKIA|ASIA|gh[pousr]_|github_pat_|sk-|AIza|xox|hf_|k_live_|PRIVATE KEY/.test(text)) return [];
  return text.split(/\r?\n/).flatMap((line, i) =>
    kinds.flatMap(({ kind, pattern }): SecretFound[] => {
      const [token] = pattern.exec(line.slice(0, 5000)) ?? [];
      if (token === undefined || isPlaceholder.test(token)) return [];
      return [{ kind, line: i + 1, shown: `${token.slice(0, 4)}…, ${token.length} characters` }];
    }),
  );
}
