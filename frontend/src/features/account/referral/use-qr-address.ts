import { useEffect, useState } from 'react';

/** The address of a text's QR image while the component is there; undefined until it is drawn. */
export function useQrAddress(text: string): string | undefined {
  const [drawn, setDrawn] = useState<{ readonly text: string; readonly address: string }>();
  useEffect(() => {
    let address: string | undefined;
    let isGone = false;
    const draw = async (): Promise<void> => {
      const { qrImage } = await import('./qr-image');
      if (isGone) return;
      address = URL.createObjectURL(qrImage(text));
      setDrawn({ text, address });
    };
    // Without the code of the drawing there is no QR image; the other ways to share remain.
    draw().catch(() => undefined);
    return () => {
      isGone = true;
      if (address !== undefined) URL.revokeObjectURL(address);
    };
  }, [text]);
  return drawn?.text === text ? drawn.address : undefined;
}
