/** List of all house rules, which compare several files; rules about a single file are lint rules. */
import { limits } from './limits.mjs';
import { links } from './links.mjs';
import { namedPackages } from './named-packages.mjs';
import { neighbourhoods } from './neighbourhoods.mjs';
import { onePurchase } from './one-purchase-doc.mjs';
import { readme } from './readme.mjs';
import { requirements } from './requirements.mjs';

export const houseRules = [requirements, readme, links, onePurchase, namedPackages, limits, neighbourhoods];
