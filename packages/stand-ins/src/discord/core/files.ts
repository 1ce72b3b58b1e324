/** A file that a person added in a window. */
export interface GivenFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Number of the newest files that are kept, in memory only. */
const KEPT = 50;

/** The files of the stand-in's file host, by the last two parts of their addresses. */
export class Files {
  private readonly byPath = new Map<string, GivenFile>();

  keep(id: string, file: GivenFile): void {
    this.byPath.set(`${id}/${file.name}`, file);
    for (const oldest of this.byPath.keys()) {
      if (this.byPath.size <= KEPT) break;
      this.byPath.delete(oldest);
    }
  }

  find(id: string, name: string): GivenFile | undefined {
    return this.byPath.get(`${id}/${name}`);
  }
}
