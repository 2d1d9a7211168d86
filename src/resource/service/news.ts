import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { references } from '#field/references/contract.ts';
import { richText } from '#field/richText/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark, secondName, signature } from '../common.ts';

/** News of the platform: published now or at a time, for all or for named enterprises, with attachments. */
export const news = defineResource({
  name: 'news',
  area: 'service',
  label: { zh: '新闻公告', en: 'News' },
  idName: 'newsId',
  title: 'title',
  scope: null,
  order: '-id',
  screen: '/SDNOperationAdmin/SDNNews',
  fields: {
    title: text('标题', 'Title', { max: 120 }),
    titleEn: secondName(),
    newsType: text('类型', 'Kind', { max: 40, initial: 'notice', alias: 'type' }),
    state: choice(
      '状态',
      'State',
      {
        0: { zh: '草稿', en: 'Draft' },
        1: { zh: '已发布', en: 'Published' },
        2: { zh: '已撤回', en: 'Withdrawn' },
      },
      { initial: '0' },
    ),
    publishTime: optional(dateTime('发布时间', 'Publish at', { ahead: true })),
    consumerIdList: optional(
      references('可见企业', 'For enterprises', 'consumer', {
        whenEmpty: { zh: '全部企业', en: 'All enterprises' },
      }),
    ),
    top: flag('置顶', 'Pinned', { initial: false, hidden: true }),
    summary: optional(text('摘要', 'Summary', { max: 200, hidden: true })),
    info: richText('正文', 'Text', { hidden: true }),
    fileIdList: optional(references('附件', 'Attachments', 'fileRecord', { hidden: true })),
    authorName: optional(text('作者', 'Author', { readOnly: true, signedBy: 'authorId' })),
    authorId: signature('作者账号', 'Account of the author'),
    remark: remark(),
  },
});
