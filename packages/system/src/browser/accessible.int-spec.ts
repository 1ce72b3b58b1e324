import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shopScenes } from '../screens/scenes.js';
import type { Scene } from '../screens/scene.js';
import { unpicturedScenes } from '../screens/unpictured-scenes.js';
import { sharedShop } from '../support/shared-shop.js';
import { NO_FAULTS, SceneJudge } from './scene-judge.js';

describe('a screen with parts of its own is accessible', () => {
  let judge: SceneJudge;
  beforeAll(async () => {
    judge = await SceneJudge.open(await sharedShop('orders'));
  }, 150_000);
  afterAll(async () => judge.close());

  it.each<Scene>([...shopScenes, ...unpicturedScenes].filter(({ isAside }) => !isAside))(
    '$title: WCAG 2.2 AA in both themes, nothing wider than 320 px, also with letters of 200 %, by the keyboard alone (OWN-171, OWN-181)',
    async (scene) => {
      expect(await judge.findFaults(scene)).toEqual(NO_FAULTS);
    },
    240_000,
  );
});
