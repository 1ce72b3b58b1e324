import { Module } from '@nestjs/common';
import { PictureEncoder } from './picture-encoder.js';
import { PictureStore } from './picture-store.js';
import { PicturesController, SendPicture, UploadProductPicture } from './pictures.controller.js';

/** Pictures that people upload: re-encoded, stored, and sent to those who may see them. */
@Module({
  controllers: [PicturesController],
  providers: [PictureEncoder, PictureStore, SendPicture, UploadProductPicture],
  exports: [PictureEncoder, PictureStore, SendPicture],
})
export class PicturesModule {}
