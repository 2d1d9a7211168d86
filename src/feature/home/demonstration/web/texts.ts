export const texts = {
  entering: {
    zh: '演示数据正在填入（{{percent}} %），部分页面暂时为空。',
    en: 'Demonstration data are still being filled ({{percent}} %): some screens are empty until then.',
  },
  folding: {
    zh: '演示数据已填入，正在计算用量，部分数字尚不完整。',
    en: 'Demonstration data are in, the figures are being calculated: some are not complete yet.',
  },
};
