import { Fragment, useId } from 'react';
import { BOARD, fitToBoard, toSvgPath, blockEdgeOnBoard, type Drawing } from './kit/drawing';
import type { Shape, Spot } from './kit/isometric';
import { INK } from './kit/colour-tones';

/** Width of the line around the whole drawing; a finer line surrounds each thing in it. */
const WHOLE = 7;
const EACH = 2.6;

const collectSolidLoops = (shapes: readonly Shape[]) =>
  shapes.filter((shape) => shape.solid).flatMap(({ loops }) => loops);

/** Merges neighbouring shapes of equal style into one, because browsers get slower with the number of elements. */
function mergeNeighbours(shapes: readonly Shape[]): Shape[] {
  const all: Shape[] = [];
  for (const shape of shapes) {
    const last = all.at(-1);
    const isAlike = last?.fill === shape.fill && last.opacity === shape.opacity && last.solid === shape.solid;
    if (last && isAlike && last.glow === undefined && shape.glow === undefined)
      all[all.length - 1] = { ...last, loops: [...last.loops, ...shape.loops] };
    else all.push(shape);
  }
  return all;
}

interface OutlinePathProps {
  readonly loops: Shape['loops'];
  readonly place: (spot: Spot) => Spot;
  readonly width: number;
}

function OutlinePath({ loops, place, width }: OutlinePathProps) {
  if (loops.length === 0) return null;
  return <path d={toSvgPath(loops, place)} fill={INK} stroke={INK} strokeWidth={width} />;
}

interface ShapePathProps {
  readonly shape: Shape;
  readonly place: (spot: Spot) => Spot;
  readonly id: string;
}

function SoftLight({ shape, place, id }: ShapePathProps) {
  const [cx, cy] = place(shape.loops[0]?.[0] ?? [0, 0]);
  const r = Math.min((shape.glow ?? 0) * blockEdgeOnBoard(place), cx, cy, BOARD - cx, BOARD - cy);
  const fill = `url(#${id}${shape.fill.slice(1)})`;
  return (
    <circle cx={cx.toFixed(1)} cy={cy.toFixed(1)} r={r.toFixed(1)} fill={fill} opacity={shape.opacity} />
  );
}

function ShapePath(props: ShapePathProps) {
  const { shape, place } = props;
  if (shape.glow !== undefined) return <SoftLight {...props} />;
  if (shape.loops.length === 0) return null;
  const seam = shape.solid ? shape.fill : undefined;
  return <path d={toSvgPath(shape.loops, place)} fill={shape.fill} opacity={shape.opacity} stroke={seam} />;
}

function Gradient({ id, colour }: { readonly id: string; readonly colour: string }) {
  return (
    <radialGradient id={`${id}${colour.slice(1)}`}>
      <stop offset="0" stopColor={colour} stopOpacity="0.9" />
      <stop offset="0.4" stopColor={colour} stopOpacity="0.35" />
      <stop offset="1" stopColor={colour} stopOpacity="0" />
    </radialGradient>
  );
}

interface ArtSvgProps {
  readonly drawing: Drawing;
  /** Edge length of the drawing, px; if omitted, the drawing fills its parent. */
  readonly size?: number;
}

/** Renders a drawing as SVG, hidden from screen readers, because its name is shown beside it. */
export function ArtSvg({ drawing, size }: ArtSvgProps) {
  const id = useId().replaceAll(/\W/g, '');
  const place = fitToBoard(drawing);
  const things = drawing.things.map((shapes) => ({ shapes, edge: collectSolidLoops(shapes) }));
  const lights = new Set(
    drawing.things.flat().flatMap(({ glow, fill }) => (glow === undefined ? [] : [fill])),
  );
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${BOARD} ${BOARD}`}
      width={size}
      height={size}
      strokeLinejoin="round"
      strokeWidth={0.6}
      aria-hidden="true"
    >
      <defs>
        {[...lights].map((colour) => (
          <Gradient key={colour} id={id} colour={colour} />
        ))}
      </defs>
      <OutlinePath loops={things.flatMap(({ edge }) => edge)} place={place} width={WHOLE} />
      {things.map(({ shapes, edge }, at) => (
        <Fragment key={at}>
          <OutlinePath loops={edge} place={place} width={EACH} />
          {mergeNeighbours(shapes).map((shape, part) => (
            <ShapePath key={part} shape={shape} place={place} id={id} />
          ))}
        </Fragment>
      ))}
    </svg>
  );
}
