import type { TokenPrice } from '../../core/model/result-settings.js';

/** The tokens that a run used of one model. */
export interface TokenUse {
  readonly model: string | undefined;
  /** Input tokens that were not read from a cache. */
  readonly input: number | undefined;
  readonly output: number | undefined;
  /** Tokens that were read from a cache. */
  readonly cached?: number | undefined;
}

const million = 1_000_000;

/**
 * The cost of tokens in US dollars; the kind of tokens that isn't known, or the models without a price, if there are any;
 * and undefined if nothing is known.
 */
export function tokenCost(
  uses: readonly TokenUse[],
  prices: ReadonlyMap<string, TokenPrice>,
):
  | { readonly costUsd: number }
  | { readonly lacking: 'input' | 'output' }
  | { readonly unpriced: readonly string[] }
  | undefined {
  const known = uses.filter(({ input, output, cached }) => (input ?? output ?? cached) !== undefined);
  if (known.length === 0) return undefined;
  const lacking = (['input', 'output'] as const).find((kind) => known.some((use) => use[kind] === undefined));
  if (lacking !== undefined) return { lacking };
  const unpriced = known.filter(({ model }) => priceOf(model, prices) === undefined);
  if (unpriced.length > 0) return { unpriced: unpriced.map(({ model }) => model ?? 'an unnamed model') };
  const costUsd = known.reduce((sum, { model, input = 0, output = 0, cached = 0 }) => {
    const price = priceOf(model, prices);
    if (price === undefined) return sum;
    return sum + (input * price.input + output * price.output + cached * (price.cached ?? price.input)) / million;
  }, 0);
  return { costUsd };
}

/** The price of a model, by its whole name or without its provider: `vendor/model` is `model`. */
function priceOf(model: string | undefined, prices: ReadonlyMap<string, TokenPrice>): TokenPrice | undefined {
  if (model === undefined) return undefined;
  return prices.get(model) ?? prices.get(model.slice(model.lastIndexOf('/') + 1));
}
