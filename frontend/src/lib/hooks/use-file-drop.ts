import { useRef, useState, type ClipboardEvent, type DragEvent } from 'react';

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** Returns handlers by which an element accepts dropped and pasted files, and whether files are dragged over it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  // Enter and leave events are counted, because elements inside fire them as well.
  const depth = useRef(0);
  const [isOver, setOver] = useState(false);
  const changeDepthBy = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const handlers = {
    onDragEnter: changeDepthBy(1),
    onDragLeave: changeDepthBy(-1),
    onDragOver: (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      depth.current = 0;
      setOver(false);
      onFiles([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => {
      const { files: pasted, types } = event.clipboardData;
      const files = [...pasted];
      // Pasted files are ignored if text is pasted too, because some programs add a picture of that text.
      if (files.length === 0 || types.includes('text/plain')) return;
      event.preventDefault();
      onFiles(files);
    },
  };
  return { isOver, handlers };
}
