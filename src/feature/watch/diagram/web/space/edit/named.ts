/** The same with a name in English; without one where it is empty. */
export function named<T extends { readonly nameEn?: string | undefined }>(one: T, nameEn: string): T {
  const { nameEn: _before, ...rest } = one;
  return (nameEn === '' ? rest : { ...rest, nameEn }) as T;
}
