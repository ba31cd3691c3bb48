// What a page's own markup has is there: an element that is missing throws at its first use, and tests open
// every page. So a query returns an element, not perhaps null, and an event's target is one.

type Part = HTMLElement & {
  value: string; placeholder: string; disabled: boolean; checked: boolean; open: boolean; options: HTMLOptionsCollection;
  files: FileList; id: string; tBodies: HTMLCollectionOf<HTMLTableSectionElement>; content: { firstElementChild: { cloneNode(deep: boolean): Part } };
  add(option: HTMLOptionElement): void; showModal(): void; close(): void; name: string; min: string; max: string;
  readonly validity: ValidityState; dataset: Record<string, string>; parentElement: Part; getContext(kind: "2d", options?: object): CanvasRenderingContext2D; width: number; height: number;
};
/** Attributes and properties are texts: what is not becomes one. */
interface Element { setAttribute(name: string, value: unknown): void; closest(selectors: string): Part; }
interface CSSStyleDeclaration { setProperty(name: string, value: unknown): void; }
type Aimed<E> = Omit<E, "target" | "currentTarget"> & { target: Part; currentTarget: Part };
type Listener<E> = (event: Aimed<E>) => unknown;
interface Document { getElementById(id: string): Part; }
interface ParentNode { querySelector(selectors: string): Part; querySelectorAll(selectors: string): NodeListOf<Part>; }
interface HTMLElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K, listener: Listener<HTMLElementEventMap[K]>, options?: boolean | AddEventListenerOptions): void;
}
interface Document {
  addEventListener<K extends keyof DocumentEventMap>(
    type: K, listener: Listener<DocumentEventMap[K]>, options?: boolean | AddEventListenerOptions): void;
}
interface Window {
  addEventListener<K extends keyof WindowEventMap>(
    type: K, listener: Listener<WindowEventMap[K]>, options?: boolean | AddEventListenerOptions): void;
}

/** What h() sets: an element's own properties and handlers, and any attribute with a dash. */
type Given<E> = {
  [N in keyof E as N extends `on${string}` | keyof ARIAMixin | "style" ? never : N]?: E[N] | (E[N] extends string ? number : never);
} & {
  [N in keyof GlobalEventHandlers]?: (event: Aimed<Parameters<NonNullable<GlobalEventHandlers[N]>>[0]>) => unknown;
} & { role?: string; for?: string; [attribute: `${string}-${string}`]: string | number | boolean };
type Child = Node | string | number | null | undefined;

interface Navigator { readonly serial: { requestPort(): Promise<SerialPort> }; }
interface SerialPort {
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>;
  close(): Promise<void>;
  readonly readable: ReadableStream<Uint8Array>;
  readonly writable: WritableStream<Uint8Array>;
}
declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  static getSupportedFormats(): Promise<string[]>;
  detect(image: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
/** What a service worker's events have beyond a page's. */
interface WorkerEvent extends Event { waitUntil(work: Promise<unknown>): void; respondWith(answer: Promise<Response>): void; request: Request }
declare function jsQR(data: Uint8ClampedArray, width: number, height: number): { binaryData: number[] } | null;
declare function md5(image: unknown): string;
