import { act } from '@testing-library/react';

/** An upload that a test answers. */
export interface Upload {
  readonly call: string;
  readonly type: string | undefined;
  readonly file: unknown;
  isAborted: boolean;
  progress(share: number): void;
  answer(status: number, body: object): void;
  fail(): void;
}

/** Mocks XMLHttpRequest uploads, which a test answers one by one. @returns the uploads */
export function mockUploads(): Upload[] {
  const uploads: Upload[] = [];
  class Request extends EventTarget {
    readonly upload = new EventTarget();
    status = 0;
    statusText = '';
    responseText = '';
    timeout = 0;
    private call = '';
    private type: string | undefined;
    private made: Upload | undefined;

    open(method: string, path: string): void {
      this.call = `${method} ${path}`;
    }

    setRequestHeader(_name: string, value: string): void {
      this.type = value;
    }

    abort(): void {
      if (this.made) this.made.isAborted = true;
      this.dispatchEvent(new Event('abort'));
    }

    send(file: unknown): void {
      this.made = {
        call: this.call,
        type: this.type,
        file,
        isAborted: false,
        progress: (share) =>
          act(() => {
            this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: share * 100, total: 100 }));
          }),
        answer: (status, body) => {
          Object.assign(this, { status, responseText: JSON.stringify(body) });
          this.dispatchEvent(new Event('load'));
        },
        fail: () => this.dispatchEvent(new Event('error')),
      };
      uploads.push(this.made);
    }
  }
  Object.assign(globalThis, { XMLHttpRequest: Request });
  Object.assign(URL, {
    createObjectURL: (file: File) => `blob:${file.name}`,
    revokeObjectURL: () => undefined,
  });
  return uploads;
}

/** Creates a picture file, as from a file dialog or a drop. */
export const pictureFile = (name: string, { type = 'image/png', size = 9 } = {}): File =>
  new File([new Uint8Array(size)], name, { type });

/** Mocks object URLs, which jsdom lacks. @returns the blobs that have one */
export function mockObjectUrls(): Blob[] {
  const known: Blob[] = [];
  let count = 0;
  URL.createObjectURL = (made) => {
    if (made instanceof Blob) known.push(made);
    count += 1;
    return `blob:${location.origin}/${count}`;
  };
  URL.revokeObjectURL = () => undefined;
  return known;
}
