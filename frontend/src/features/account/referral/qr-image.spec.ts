import { expect, it } from '@jest/globals';
import { drawQrImage } from './qr-image';

const draw = async (text: string): Promise<string> =>
  await new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsText(drawQrImage(text));
  });
/** The first module that is set, in units of the drawing. */
const first = (svg: string) => /M(\d+),(\d+)h10/.exec(svg)?.slice(1).map(Number);

it('draws black on white with a quiet zone, without anything from elsewhere (ADMIN-2.44)', async () => {
  const svg = await draw('PAXNOVA01 – größer als ASCII');
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  expect(svg).toContain('<rect fill="white"');
  expect(first(svg)).toEqual([40, 40]);
  expect(svg.match(/https?:/g)).toHaveLength(1);
  expect(await draw('another text')).not.toBe(svg);
});
