/** Creates a shop answer that a spec resolves when it wants to. */
export function deferResponse(): {
  readonly response: Promise<Response>;
  readonly open: (response: Response) => void;
} {
  let open: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    open = resolve;
  });
  return { response, open };
}
