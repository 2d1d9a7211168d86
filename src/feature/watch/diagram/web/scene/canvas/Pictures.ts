/** Pictures that lie in a scene, read once each. @param ready one came */
export class Pictures {
  readonly #known = new Map<string, HTMLImageElement | null>();
  readonly #ready: () => void;

  constructor(ready: () => void) {
    this.#ready = ready;
  }

  /** The picture of an address; null = it is not there yet, or never will be. */
  readonly of = (address: string): CanvasImageSource | null => {
    const known = this.#known.get(address);
    if (known !== undefined) return known;
    this.#known.set(address, null);
    const image = new Image();
    image.addEventListener('load', () => {
      this.#known.set(address, image);
      this.#ready();
    });
    image.src = address;
    return null;
  };
}
