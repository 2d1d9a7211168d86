/** How numbers are written: the same on screens and in the files of reports. */
export * from '#domain/figure/number.ts';
