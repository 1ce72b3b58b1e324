/** An answer of the shop that is given when the spec says so. */
export function holdAnswer(): {
  readonly response: Promise<Response>;
  readonly open: (response: Response) => void;
} {
  let open: (response: Response) => void = () => undefined;
  const response = new Promise<Response>((resolve) => {
    open = resolve;
  });
  return { response, open };
}
