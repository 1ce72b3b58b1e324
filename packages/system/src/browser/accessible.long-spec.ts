import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pagePaths } from '@pax/contracts';
import { shopScenes } from '../screens/scenes.js';
import type { Scene } from '../screens/scene.js';
import { unpicturedScenes } from '../screens/unpictured-scenes.js';
import { sharedShop } from '../support/shared-shop.js';
import { NO_FAULTS, SceneJudge } from './scene-judge.js';

describe('every screen is accessible', () => {
  let judge: SceneJudge;
  beforeAll(async () => {
    judge = await SceneJudge.open(await sharedShop('orders'));
  }, 150_000);
  afterAll(async () => judge.close());

  it.each<Scene>([...shopScenes, ...unpicturedScenes])(
    '$title: WCAG 2.2 AA in both themes, nothing wider than 320 px, also with letters of 200 %, by the keyboard alone (OWN-171)',
    async (scene) => {
      expect(await judge.findFaults(scene)).toEqual(NO_FAULTS);
    },
    240_000,
  );

  it('and no address of the router is missing among them (OWN-171)', () => {
    expect(pagePaths.filter((path) => !judge.judged.has(path))).toEqual([]);
  });
});
