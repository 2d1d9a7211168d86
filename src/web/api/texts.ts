export const texts = {
  noNetwork: {
    zh: '连接不到服务器，请检查网络后重试',
    en: 'The server cannot be reached. Check the network and try again',
  },
  signedOut: {
    zh: '登录已失效，未保存的内容仍在：请在另一个标签页重新登录，再回来保存',
    en: 'You are signed out; what is not saved is still here: sign in again in another tab, then come back and save',
  },
  badReply: {
    zh: '服务器的答复无法读取（{{status}}），请稍后重试',
    en: 'The reply of the server cannot be read ({{status}}). Try again later',
  },
  otherAccount: {
    zh: '此浏览器已登录其他账号，页面已按当前账号重新加载',
    en: 'Another account has signed in in this browser: the page was loaded anew as that account',
  },
  otherAccountNow: {
    zh: '此浏览器已登录其他账号，未保存的内容仍在：请在另一个标签页以您自己的账号重新登录，再回来保存',
    en: 'Another account has signed in in this browser; what is not saved is still here: sign in as yourself again in another tab, then come back and save',
  },
  preparing: {
    zh: '正在准备文件，完成后自动保存',
    en: 'The file is being prepared and will be saved when it is ready',
  },
};
