import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { richText } from '#field/richText/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, signature } from '../common.ts';

/** A post on the notice board of an enterprise, with replies. The author and the counts are the product's own. */
export const post = defineResource({
  name: 'post',
  area: 'sys',
  label: { zh: '留言', en: 'Posts' },
  idName: 'postId',
  title: 'title',
  order: '-id',
  screen: '/SDNSysAdmin/SDNPost',
  fields: {
    title: text('标题', 'Title', { max: 120 }),
    consumerId: consumerId(),
    content: richText('内容', 'Content'),
    pinned: flag('置顶', 'Pinned', { initial: false }),
    authorName: optional(text('作者', 'Author', { readOnly: true, signedBy: 'authorId' })),
    authorId: signature('作者账号', 'Account of the author'),
    postedAt: optional(dateTime('发布时间', 'Posted', { readOnly: true })),
    replyCount: optional(integer('回复数', 'Replies', { readOnly: true })),
    state: choice(
      '状态',
      'State',
      { 1: { zh: '开放', en: 'Open' }, 0: { zh: '关闭', en: 'Closed' } },
      { initial: '1', help: { zh: '关闭后不能再回复', en: 'Closed: no more replies' } },
    ),
    remark: remark(),
  },
});
