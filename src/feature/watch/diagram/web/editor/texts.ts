export const texts = {
  keptWork: {
    zh: '{{at}} 未能保存的画面留在此浏览器中',
    en: 'The picture that could not be saved at {{at}} is kept in this browser',
  },
  bringBack: { zh: '放回画布', en: 'Put it back on the sheet' },
  dropKept: { zh: '丢弃', en: 'Discard' },
  dropKeptAsk: { zh: '丢弃这幅未保存的画面', en: 'Discard the picture that was not saved' },
  dropKeptEffect: {
    zh: '它只在此浏览器中，丢弃后无法找回',
    en: 'It is in this browser alone, and gone for good then',
  },
  notKept: {
    zh: '浏览器存不下这幅画面，因此没有载入最新版：您的修改仍在画布上。请清理浏览器存储后再试',
    en: 'This browser has no room to keep the picture, so the newest was not loaded: your work is still on the sheet. Free some of its storage and try again',
  },
  leftOut: {
    zh: '{{n}} 个形体超出上限，没有粘贴',
    en: '{{n}} bodies are beyond the limit and were not pasted',
  },
  notCopied: { zh: '浏览器存不下这份复制', en: 'This browser has no room for the copy' },
  scale: { zh: '比例', en: 'Scale' },
  cornersOfWire: { zh: '拐点', en: 'Corners' },
  corner: { zh: '拐点 {{n}} {{axis}}', en: 'Corner {{n}} {{axis}}' },
  addCorner: { zh: '添加拐点', en: 'Add a corner' },
  dropCorner: { zh: '删除拐点 {{n}}', en: 'Remove corner {{n}}' },
  layerName: { zh: '图层名称', en: 'Name of the layer' },
  layerUp: { zh: '{{name}} 上移一层', en: 'Move {{name}} up' },
  layerDown: { zh: '{{name}} 下移一层', en: 'Move {{name}} down' },
  findSignal: { zh: '查找信号', en: 'Bound to signal' },
  bySignal: { zh: '替换为信号', en: 'Bind signal instead' },
};
