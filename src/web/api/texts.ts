export const texts = {
  noNetwork: {
    zh: '连接不到服务器，请检查网络后重试',
    en: 'The server cannot be reached. Check the network and try again',
  },
  badReply: {
    zh: '服务器的答复无法读取（{{status}}），请稍后重试',
    en: 'The reply of the server cannot be read ({{status}}). Try again later',
  },
  preparing: {
    zh: '正在准备文件，完成后自动保存',
    en: 'The file is being prepared and will be saved when it is ready',
  },
};
