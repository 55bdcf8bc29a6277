import { coverageSuite } from '../support/coverage-suite.js';
import { responsePools } from '../support/response-pools.js';

// Half of the pools: the others have a file of their own, so that both run at once.
coverageSuite(responsePools().filter((_, i) => [0, 3].includes(i % 4)));
