export const texts = {
  replies: { zh: '回复', en: 'Replies' },
  none: { zh: '还没有回复', en: 'No reply yet' },
  reply: { zh: '回复', en: 'Reply' },
  yours: { zh: '您的回复', en: 'Your reply' },
  closed: { zh: '留言已关闭，不能再回复', en: 'The post is closed, it takes no more replies' },
  mayNot: { zh: '您没有回复的权限', en: 'You may not reply' },
  close: { zh: '关闭', en: 'Close' },
};
