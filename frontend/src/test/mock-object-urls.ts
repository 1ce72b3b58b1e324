/** Gives blobs addresses, which jsdom does not. @returns the blobs that have one now */
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
