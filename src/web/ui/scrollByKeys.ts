/** Lets the keyboard reach what a table of antd scrolls, which it has no setting for; for the table's `ref`. */
export function scrollByKeys(table: { readonly nativeElement: HTMLElement } | null): void {
  const scrolled = table?.nativeElement.querySelector('.ant-table-body, .ant-table-content');
  scrolled?.setAttribute('tabindex', '0');
}
