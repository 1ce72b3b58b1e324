import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { preloadAreas } from '../../../i18n/i18n';
import { mockMediaQueries } from '../../../test/mock-media-queries';
import { renderUi } from '../../../test/render';
import { CELEBRATED_KEY, recordFirstCelebration, useCelebration } from './celebration-store';
import { CelebrationOverlay, Confetti } from './celebration-overlay';

interface Shot {
  readonly particleCount: number;
}
const shots: Shot[] = [];
const resets: number[] = [];
const options: { readonly useWorker?: boolean }[] = [];
jest.mock('canvas-confetti', () => ({
  __esModule: true,
  default: {
    create(_: HTMLCanvasElement, given: { readonly useWorker?: boolean }) {
      options.push(given);
      return Object.assign((shot: Shot) => void shots.push(shot), {
        reset: () => void resets.push(Date.now()),
      });
    },
  },
}));

const MESSAGE = 'Points Added Successfully! Keep shopping to earn more rewards';
let started: number;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  for (const log of [shots, resets, options]) log.length = 0;
  started = Date.now();
});
afterEach(() => {
  jest.useRealTimers();
});

const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const overlay = () => document.querySelector('[data-celebration]');
const phase = () => overlay()?.getAttribute('data-phase');
const particles = () => shots.reduce((sum, { particleCount }) => sum + particleCount, 0);

async function show(ui: React.JSX.Element) {
  await renderUi(<div />);
  await preloadAreas('checkout');
  const view = await renderUi(ui);
  await pass(0);
  return view;
}

describe('the celebration', () => {
  it('as a preview says that the points are still to come, never that they were added', async () => {
    await show(<CelebrationOverlay show isPreview points={1199} />);
    await pass(800);
    expect(screen.getByText('A preview: your points come with the delivery.')).toBeTruthy();
    expect(screen.queryByText(MESSAGE)).toBeNull();
  });

  it('goes through its phases and calls back once (SHOP-4.17, SHOP-9.26, SHOP-2.73)', async () => {
    const complete = jest.fn();
    await show(<CelebrationOverlay show points={1199} onComplete={complete} />);
    expect(phase()).toBe('1');
    expect(screen.getByText('+1,199')).toBeTruthy();
    expect(screen.getByText('LOYALTY POINTS!')).toBeTruthy();
    await pass(799);
    expect(screen.queryByText(MESSAGE)).toBeNull();
    await pass(1);
    expect(phase()).toBe('2');
    expect(screen.getByText(MESSAGE)).toBeTruthy();
    await pass(2_699);
    expect(phase()).toBe('2');
    await pass(1);
    expect(phase()).toBe('3');
    await pass(1_499);
    expect(complete).not.toHaveBeenCalled();
    await pass(1);
    expect(overlay()).toBeNull();
    await pass(10_000);
    expect(complete).toHaveBeenCalledTimes(1);
  });

  it.each([
    [false, 50],
    [true, 0],
    [true, -5],
  ])('shows nothing with show %s and %d points (SHOP-2.72)', async (isShown, points) => {
    await show(<CelebrationOverlay show={isShown} points={points} />);
    expect(overlay()).toBeNull();
    expect(shots).toEqual([]);
  });

  it('bursts into 120 pieces for 2.5 seconds, without a worker (SHOP-2.74, SHOP-9.27)', async () => {
    await show(<CelebrationOverlay show points={10} />);
    expect(shots.length).toBeGreaterThan(0);
    await pass(2_400);
    expect(particles()).toBe(120);
    expect(resets).toEqual([]);
    await pass(200);
    expect(resets.map((at) => at - started)).toEqual([2_500]);
    expect(options).toEqual([{ resize: true, useWorker: false }]);
  });

  it('the confetti alone lasts 4 seconds with 150 pieces (SHOP-9.27)', async () => {
    await show(<Confetti />);
    await pass(3_900);
    expect(particles()).toBe(150);
    expect(resets).toEqual([]);
    await pass(200);
    expect(resets.map((at) => at - started)).toEqual([4_000]);
  });

  it('has no confetti under reduced motion (SHOP-2.74, OWN-170)', async () => {
    const back = mockMediaQueries('reduced-motion');
    await show(<CelebrationOverlay show points={10} />);
    await pass(3_000);
    expect(document.querySelector('[data-confetti]')).toBeNull();
    expect(shots).toEqual([]);
    expect(screen.getByText('+10')).toBeTruthy();
    back();
  });

  it('stops everything when it is taken away half way', async () => {
    const complete = jest.fn();
    const { unmount } = await show(<CelebrationOverlay show points={10} onComplete={complete} />);
    await pass(100);
    const fired = shots.length;
    unmount();
    await pass(10_000);
    expect(shots).toHaveLength(fired);
    expect(complete).not.toHaveBeenCalled();
  });
});

describe('the loyalty animation state', () => {
  const state = () => {
    const { points, show: isShown } = useCelebration.getState();
    return { points, show: isShown };
  };

  it('has points and show, and clears itself after 6 seconds (SHOP-3.18, SHOP-4.16, SHOP-9.26)', async () => {
    useCelebration.getState().celebratePoints(199);
    expect(state()).toEqual({ points: 199, show: true });
    await pass(5_999);
    expect(state()).toEqual({ points: 199, show: true });
    await pass(1);
    expect(state()).toEqual({ points: 0, show: false });
  });

  it('a second celebration begins anew and has its own 6 seconds (SHOP-4.16)', async () => {
    useCelebration.getState().celebratePoints(1);
    const first = useCelebration.getState().run;
    await pass(4_000);
    useCelebration.getState().celebratePoints(2);
    expect(useCelebration.getState().run).toBe(first + 1);
    await pass(5_000);
    expect(state()).toEqual({ points: 2, show: true });
    await pass(1_000);
    expect(state().show).toBe(false);
  });
});

describe('once per checkout (SHOP-2.64)', () => {
  beforeEach(() => localStorage.clear());

  it('is remembered, each reference by itself', () => {
    expect(recordFirstCelebration('a')).toBe(true);
    expect(recordFirstCelebration('a')).toBe(false);
    expect(recordFirstCelebration('b')).toBe(true);
  });

  it.each(['{"broken', '{"an":"object"}', '[1,null]'])('comes through a memory of %s', (stored) => {
    localStorage.setItem(CELEBRATED_KEY, stored);
    expect(recordFirstCelebration('a')).toBe(true);
    expect(recordFirstCelebration('a')).toBe(false);
  });

  it('remembers a limited number', () => {
    for (let count = 0; count < 80; count += 1) recordFirstCelebration(`ref-${count}`);
    expect(recordFirstCelebration('ref-79')).toBe(false);
    expect(JSON.parse(localStorage.getItem(CELEBRATED_KEY) ?? '[]')).toHaveLength(50);
  });
});
