import { TICKET_PICTURES, ticketCalls } from '@pax/contracts';
import { useEffect, useRef, useState } from 'react';
import { pictureProblemOf, uploadFile, type PictureProblem } from '../../lib/http/upload-file';
import { problemOfFile } from '../../lib/values/picture-file';

/** A picture beside the form. */
export interface FormPicture {
  readonly key: number;
  readonly name: string;
  /** An address that shows the file before the shop has it. */
  readonly preview: string;
  /** How much was sent, 0 to 1. */
  readonly share: number;
  readonly isSent: boolean;
  readonly problem?: PictureProblem | undefined;
}

interface Task {
  readonly file: File;
  readonly preview: string;
  end: AbortController;
  /** Secret that attaches the picture to a ticket; undefined when the upload was refused. */
  done: Promise<string | undefined>;
}

/** Pictures that go with a ticket: each is sent as soon as it is there. */
export function useTicketPictures() {
  const [pictures, setPictures] = useState<readonly FormPicture[]>([]);
  const [refused, setRefused] = useState<'type' | 'size' | 'many'>();
  const tasks = useRef(new Map<number, Task>());
  const nextKey = useRef(0);
  const change = (key: number, now: Partial<FormPicture>) =>
    setPictures((all) => all.map((one) => (one.key === key ? { ...one, ...now } : one)));

  const send = (key: number, file: File, preview: string) => {
    const end = new AbortController();
    const { signal } = end;
    const upload = async (): Promise<string | undefined> => {
      try {
        const onProgress = (share: number) => change(key, { share });
        const { attachment } = await uploadFile(ticketCalls.uploadAttachment, file, { signal, onProgress });
        change(key, { isSent: true, share: 1 });
        return attachment;
      } catch (error) {
        change(key, { problem: pictureProblemOf(error) });
        return undefined;
      }
    };
    tasks.current.set(key, { file, preview, end, done: upload() });
  };
  const add = (files: readonly File[]) => {
    const room = TICKET_PICTURES - pictures.length;
    const right = files.filter((file) => problemOfFile(file) === undefined);
    const taken = right.slice(0, room).map((file) => {
      nextKey.current += 1;
      return { key: nextKey.current, file, preview: URL.createObjectURL(file) };
    });
    const wrong = files.map(problemOfFile).find(Boolean);
    setRefused(wrong ?? (right.length > room ? 'many' : undefined));
    setPictures((all) => [
      ...all,
      ...taken.map(({ key, file, preview }) => ({ key, name: file.name, preview, share: 0, isSent: false })),
    ]);
    for (const { key, file, preview } of taken) send(key, file, preview);
  };
  const drop = (key: number) => {
    const task = tasks.current.get(key);
    task?.end.abort();
    if (task) URL.revokeObjectURL(task.preview);
    tasks.current.delete(key);
    setPictures((all) => all.filter((one) => one.key !== key));
    setRefused(undefined);
  };
  const again = (key: number) => {
    const task = tasks.current.get(key);
    if (!task) return;
    change(key, { problem: undefined, share: 0, isSent: false });
    send(key, task.file, task.preview);
  };
  const clear = () => [...tasks.current.keys()].forEach(drop);
  const againAll = () => [...tasks.current.keys()].forEach(again);
  useEffect(() => {
    const { current } = tasks;
    return () => {
      for (const { end, preview } of current.values()) {
        end.abort();
        URL.revokeObjectURL(preview);
      }
    };
  }, []);
  /** Waits for those that are being sent. @returns their secrets, undefined when one was not taken */
  const ready = async (): Promise<string[] | undefined> => {
    const all = await Promise.all([...tasks.current.values()].map(({ done }) => done));
    const secrets = all.filter((secret) => secret !== undefined);
    return secrets.length === all.length ? secrets : undefined;
  };
  return { pictures, refused, add, drop, again, clear, againAll, ready };
}

export type TicketPictures = ReturnType<typeof useTicketPictures>;
