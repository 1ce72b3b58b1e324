import { Module } from '@nestjs/common';
import { PictureMaker } from './picture-maker.js';
import { Pictures } from './pictures.js';
import { PicturesController, SendPicture, UploadProductPicture } from './pictures.controller.js';

/** Pictures that people upload: re-encoded, stored, and sent to those who may see them. */
@Module({
  controllers: [PicturesController],
  providers: [PictureMaker, Pictures, SendPicture, UploadProductPicture],
  exports: [PictureMaker, Pictures, SendPicture],
})
export class PicturesModule {}
