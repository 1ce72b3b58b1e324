import { Product } from './modules/catalog/product.entity.js';
import { User } from './modules/accounts/user.entity.js';

/** Every entity of the shop; a spec says that they and the migrations agree. */
export const ENTITIES = [User, Product];
